# %% [markdown]
# # Train a masked PPO on goblins
#
# Two mages against two patrols and a tracker, on generated maps of 8 × 8. Random play wins about 4 % of them. A small network that learns from one
# batch of 256 games, in this process, wins about 90 % of maps that it has never seen after 40 seconds of one processor. It
# needs `sb3-contrib`, or Debian's `python3-torch` as [the chapter](../python.md) says.
#
# The functions are those of `python/examples/train_goblins.py`; this page shows how they are put together.
# %% [markdown] zh
# # 在 goblins 上训练带掩码的 PPO
#
# 8 × 8 的生成地图上，两个法师对两个巡逻者和一个追踪者。随机下棋大约能赢 4 %。一个小网络在本进程里从 256 局的一个批次学习：用一个处理器 40 秒之后，它能赢下
# 约 90 % 从没见过的地图。需要 `sb3-contrib`，或者像[这一章](../python.md)说的那样用 Debian 的 `python3-torch`。
#
# 函数都来自 `python/examples/train_goblins.py`；这一页说明怎样把它们组合起来。
# %% fixture
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path("python/examples").resolve()))
SHORT = "SANDTABLE_SHORT" in os.environ
# %%
from goblin_features import features
from sandtable import Batch, Rewards
from sandtable.sb3 import BatchVecEnv
from sb3_contrib import MaskablePPO
from train_goblins import GAMMA, MOST_STEPS, Curve, balance, maps, won

print(f"random play wins {won(None, 1000):.0%} of unseen maps")
# %% [markdown]
# A batch plays all games. `features` is what the network is shown, `balance` a potential: its change is paid with every step, which helps to learn and
# leaves the best play the best.
#
# The output below comes from a machine without OpenBLAS, where torch is fifteen times slower: what matters in it is the number of steps.
# %% [markdown] zh
# 一个批次下所有对局。`features` 是给网络看的东西；`balance` 是势函数：它的变化随每一步支付，有助于学习，而最好的下法仍然最好。
#
# 下面的输出来自没有 OpenBLAS 的机器，torch 在那里慢十五倍：其中要看的是步数。
# %%
batch = Batch("goblins", 256, maps=maps(0, 64 if SHORT else 16_384), max_steps=MOST_STEPS, rewards=Rewards(step=-0.005))
model = MaskablePPO(
    "MlpPolicy",
    BatchVecEnv(batch, features, potential=balance, gamma=GAMMA),
    n_steps=64,
    batch_size=2048,
    n_epochs=4,
    gamma=GAMMA,
    learning_rate=lambda left: 1e-3 * max(left, 0.1),
    ent_coef=0.01,
    seed=0,
    policy_kwargs={"net_arch": [128, 64]},
)
# %% varies
curve = Curve(minutes=4, unseen=64 if SHORT else 1000)
model.learn(2 * 256 * 64 if SHORT else 2_000_000, callback=curve)
print(f"{won(model, 64 if SHORT else 1000):.0%} of unseen maps won")
# %% [markdown]
# The curve of `python python/examples/train_goblins.py --curve curve.svg`, which trains the same network:
#
# ![The part of unseen maps won over CPU time](../goblins-curve.svg)
# %% [markdown] zh
# `python python/examples/train_goblins.py --curve curve.svg` 训练的是同样的网络，它的曲线：
#
# ![随处理器时间赢下的没见过的地图的比例](../goblins-curve.svg)
