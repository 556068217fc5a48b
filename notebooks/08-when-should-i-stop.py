# %% [markdown]
# # When should I stop?
#
# The Space Marine Heroes dice game: keep what scores, roll the rest, and lose it all to a roll
# that doesn't score. How greedy should a player be?

# %%
from mathhammer import heroes

result = heroes.turn()
result.table()[["policy", "slots_mean", "loss", "exhausted"]].round(3)

# %% [markdown]
# Each row is a habit, with everything that it leaves open played as well as can be. With dice
# left and slots at risk, is it better to act or to roll all the dice left? The number is what the
# other choice costs. While each kept die is worth a slot a turn only comes to the framed cells.

# %%
from mathhammer.show.charts.heroes import plot_policy, plot_slots

axes = plot_policy(result)

# %% [markdown]
# So with three dice or fewer left it is time to act, unless dice left lying help. With three, a 3
# among them does: with 2-3 or 3-4 lying, half of the faces score. And they help before that: here
# a lone 6 is kept, and 1-2-3-4 is left lying, because whatever the last die shows will score with
# them.

# %%
for dice in ("6 1 3 4", "6 1 3 5", "6 1 4 5"):
    best = heroes.turn(rolled=dice, at_risk=2).advice.best
    print(
        dice,
        "keep",
        best.keep,
        best.then,
        best.roll,
        "leave",
        best.leave,
        f"{best.value:.2f} slots",
    )

# %%
roll = heroes.turn(rolled="1 1 3 4 6 2")
roll.table().head(4).round(2)

# %% [markdown]
# What a turn brings at least, under four policies. The best one comes home with nothing more
# often, and gets far more out of all-out war.

# %%
axes = plot_slots(result)

# %% [markdown]
# Does it hold in the variant in which a straight needs four dice, with column 3 blocked, and
# where no scoring roll may be left lying (the ruling `leave_unkept`)?

# %%
blocked = {"three": [3, 3, 0, 3, 3], "straight": [1, 1, 0, 1, 1]}
for name, asked in {
    "as printed": result,
    "straights of four": heroes.turn(straight=4),
    "column 3 blocked": heroes.turn(values=blocked),
    "none left lying": heroes.turn(ruleset="leave_unkept=false"),
}.items():
    print(
        f"{name:18}",
        f"{asked.expected:.2f} slots; act with 1 to 5 dice left from",
        asked.thresholds,
    )

# %% [markdown]
# And does it win games? Boards of four rows per side, players that differ in their policy alone.

# %%
for other in ("stop at 3", "stop at 2", "keep everything, never leave dice lying"):
    games = heroes.play("best", other, rows=4, trials=20_000, seed=1)
    wins = [games.win(player).probability for player in (0, 1)]
    print(f"{other:40} best wins {wins[0]:.1%}, it wins {wins[1]:.1%}")

# %% [markdown]
# In words: roll on with four dice or more left, act with two or fewer; with three roll on only if
# one of them shows a 3, and leave it lying, together with a 2 or a 4. To roll on, keep one
# scoring roll of the fewest dice, a single 6 where one shows; to act, keep all that scores, and
# do so always where a three of a kind beside sixes leaves a single die. Always keeping all that
# scores costs more than half a slot a turn. Always declare all-out war: it is worth a whole slot.

# %%
from mathhammer.show.verdicts import when_to_stop

when_to_stop(result)  # Answer
