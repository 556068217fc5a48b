# %% [markdown]
# # What does my army do to theirs?
#
# `Roster.load` reads the file that your list builder saves. These two are examples with
# invented names.

# %%
from importlib.resources import files

from mathhammer import Roster

examples = files("mathhammer") / "examples"
watch = Roster.load(examples / "watch.json").attach("Captain of the Watch", "Gate Guard")
tide = Roster.load(examples / "tide.json")
watch.table()

# %% [markdown]
# ## Every unit at the usual targets
#
# A row for each phase, and for each profile of a weapon that has several.

# %%
from mathhammer.analysis.armies import in_order

in_order(watch.at(["meq", "teq", "veq"]))

# %% [markdown]
# ## Every unit at every unit of theirs, and back

# %%
match = watch.against(tide)
match.plot()

# %%
match.plot(back=True)

# %% [markdown]
# ## Who destroys the Leviathan?
#
# One unit after another, each at what the ones before it left: the probabilities are carried
# through, no means are added.

# %%
for found in match.in_turn["there"]:
    if found.target == "Leviathan":
        for units in (*found.surest, found.cheapest):
            if units is not None:
                print(f"{found.phase}: {units.destroyed:.1%} {', then '.join(units.units)}")

# %% [markdown]
# ## With a re-roll for all of them

# %%
from mathhammer.show.verdicts import what_a_list_does

better = watch.against(tide, army="re-roll hits: ones")
what_a_list_does(in_order(better.there))  # Answer
