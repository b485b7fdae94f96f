# %% [markdown]
# # First steps
#
# Games as arrays of numbers, as environments, and as values. Everything below runs as it stands after `pip install '.[envs]'` in a clone.
# %% [markdown] zh
# # 第一步
#
# 把游戏当作数组、环境和值来用。在克隆的仓库里运行 `pip install '.[envs]'` 之后，下面的代码可以照原样运行。
# %% [markdown]
# ## What there is
# %% [markdown] zh
# ## 有什么
# %%
import numpy as np
import sandtable

for game in sandtable.games().values():
    print(f"{game.name}: {len(game.maps)} maps, the usual one is {game.usual_map}")
print("bots:", ", ".join(sandtable.bots()))
# %% [markdown]
# ## Thousands of games at once
#
# A batch steps all its games in Rust and writes into arrays that it made once. Actions are numbers; the list of legal ones is an array, too.
# %% [markdown] zh
# ## 一次几千局
#
# 一个批次用 Rust 推进其中所有对局，写进一次建好的数组。动作是数字；合法动作的列表也是一个数组。
# %%
batch = sandtable.Batch("goblins", 1024, map="maze", seed=1, masks=["bytes", "list"])
random = np.random.default_rng(1)
won = 0
for _ in range(500):
    batch.step(batch.choose(random))
    won += int((batch.rewards[:, 0] > 0).sum())
print("observations:", batch.planes.shape, batch.planes.dtype)
print("masks:", batch.mask.shape, batch.mask.dtype)
print("games won by chance in", 500 * 1024, "steps:", won)
# %% [markdown]
# ## One game in an environment
# %% [markdown] zh
# ## 环境里的一局
# %%
import gymnasium

env = gymnasium.make("sandtable/Goblins-v0", map="spark", render_mode="ansi")
observation, info = env.reset(seed=1)
print(env.render())
# %% [markdown]
# ## States for search
#
# A state is a value: it is copied, played on, compared. `preview` says what an order would cause, and changes nothing.
# %% [markdown] zh
# ## 用于搜索的状态
#
# 状态是值：可以复制、接着下、互相比较。`preview` 说出一条命令会引起什么，而不改变任何东西。
# %%
state = sandtable.State("breach", "first-contact")
order = state.legal()[0]
after = state.clone()
after.play(order)
print(order, "->", [event["event"] for event in state.preview(order)])
print("the copy has changed, the state has not:", after != state, state.turn)
# %% [markdown]
# ## The shortest win
#
# The two games for one are deterministic and fully known: their shortest wins can be found, and proven to be the shortest.
# %% [markdown] zh
# ## 最短的取胜
#
# 两个单人游戏没有随机，信息完全公开：最短的取胜走法可以找到，并证明没有更短的。
# %%
found = sandtable.solve("breach", "first-contact", turns=10)
print(found.verdict)
for number, orders in enumerate(found.line or [], 1):
    print(f"turn {number}:", orders)
