# %% [markdown]
# # Self-play on fc18
#
# Four players, hundreds of orders, no teacher: a policy that plays against itself. It is as simple as can be, one number for each sort of order (65 of
# them), so that a page is enough and a few seconds do: found towers, produce, step north, end the turn, and so on are each drawn in proportion to the
# exponential of their number.
# %% [markdown] zh
# # fc18 的自我对弈
#
# 四个玩家，几百种命令，没有老师：策略和自己下。这里的策略再简单不过：每一类命令一个数字（共 65 个），一页就够，几秒钟就能学会。建塔、生产、向北一步、结束回合等等，
# 各按自己数字的指数成比例地抽取。
# %%
import numpy as np
from sandtable import Batch

spaces = Batch("fc18").spaces
actors, each = spaces["actors"], spaces["each"]
TOWERS = 10
number = np.arange(spaces["actions"])
sort = np.where(number == actors * each, 2 * each, number % each + np.where(number // each < TOWERS, 0, each))
OWN_SCORE = spaces["scalars"].index("own_score")
print(f"{spaces['actions']} actions of {sort.max() + 1} sorts")
# %% [markdown]
# `choose` draws an action for every game at once, from the list of legal ones. Adding Gumbel noise and taking the greatest is drawing in proportion to
# the exponential.
# %% [markdown] zh
# `choose` 一次为每局抽一个动作，从合法动作的列表里。加上 Gumbel 噪声再取最大，就是按指数成比例地抽取。
# %%
def choose(batch, weights, random):
    rows = np.repeat(np.arange(batch.games), np.diff(batch.starts))
    legal = batch.legal[: batch.starts[-1]]
    keys = weights[rows, batch.seat[rows], sort[legal]] + random.gumbel(size=len(legal))
    best = np.maximum.reduceat(keys, batch.starts[:-1])
    return legal[np.flatnonzero(keys == best[rows])]


def play(weights, seed, turns=80):
    """Plays a game for each row of weights, which has those of all four seats; the scores at the end."""
    games = np.arange(len(weights))
    batch = Batch("fc18", len(games), seed=seed, masks=["list"], auto_reset="never", max_turns=turns, final=False)
    random = np.random.default_rng(seed)
    scores = np.zeros((len(games), 4))
    while (batch.seat >= 0).any():
        acts = batch.seat >= 0
        scores[games[acts], batch.seat[acts]] = batch.scalars[acts, OWN_SCORE]
        batch.step(choose(batch, weights, random))
    return scores
# %% [markdown]
# In every generation the four seats of each game play with the policy of the moment, each changed a little at random. The policy then moves towards the
# changes that did better than their neighbours: an evolution strategy.
# %% [markdown] zh
# 每一代里，每局的四个座位都用当前的策略，各自随机改动一点。然后策略朝着比邻座下得好的改动移动：一种进化策略。
# %% varies
def against_random(policy):
    weights = np.zeros((128, 4, len(policy)))
    weights[:, 0] = policy
    scores = play(weights, seed=99)
    return scores[:, 0].mean(), scores[:, 1:].mean()


random = np.random.default_rng(0)
policy = np.zeros(sort.max() + 1)
for generation in range(21):
    if generation % 5 == 0:
        own, others = against_random(policy)
        print(f"generation {generation:2}: it scores {own:5.1f}, random players {others:5.1f}")
    noise = random.normal(size=(64, 4, len(policy)))
    scores = play(policy + noise, seed=generation)
    places = scores.argsort(axis=1).argsort(axis=1) - 1.5
    policy += 2 * (places[..., None] * noise).mean(axis=(0, 1))
# %% [markdown]
# What it has learnt, the most liked and the least liked sorts of orders of corps and towers:
# %% [markdown] zh
# 它学到了什么：军团和塔最喜欢与最不喜欢的命令：
# %% varies
WORKS = ["found a tower", "repair", "make plain", "make forest"]
TASKS = ["warrior", "archer", "mage", "builder", "extender", "upgrade"]
names = {TOWERS: ""} | {at: f"tower: {task}" for at, task in enumerate(TASKS)}
names |= {each + at: f"corps: step {at}" for at in range(4)} | {each + 4 + at: f"corps: {work}" for at, work in enumerate(WORKS)}
names[2 * each] = "end of turn"
for at in sorted((at for at in names if names[at]), key=lambda at: -policy[at]):
    print(f"{policy[at]:6.2f}  {names[at]}")
