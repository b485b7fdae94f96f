# %% [markdown]
# # Look at a game
#
# Any game of a batch or an environment that was opened with `record=True` gives a replay, which `sandtable replay verify` accepts. Here is one, first as
# text and then as the page that `sandtable replay html` makes.
# %% [markdown] zh
# # 看一局
#
# 批次或环境只要用 `record=True` 打开，其中任何一局都能给出回放，`sandtable replay verify` 也认可。下面这一局先是文字，然后是 `sandtable replay html` 做出的页面。
# %%
import sandtable

state = sandtable.State("goblins", "lake")
found = sandtable.solve(state, turns=12)
print(found.verdict)
# %% [markdown]
# The win that was found is played in a batch of one game.
# %% [markdown] zh
# 在只有一局的批次里下出找到的取胜走法。
# %%
batch = sandtable.Batch("goblins", map="lake", record=True, auto_reset="never")
for orders in found.line or []:
    for order in orders:
        action = state.action_of(order)
        batch.step([action])
        state.play(action)
    batch.step([batch.actions - 1])
    state.end_turn()
print(batch.draw())
replay = batch.replay()
print(len(replay.splitlines()), "lines of replay")
# %% [markdown]
# In a notebook a page shows itself. `page.save("game.html")` writes it into a file that opens anywhere, without a network.
# %% [markdown] zh
# 在 notebook 里，页面会自己显示出来。`page.save("game.html")` 把它写成一个文件，不用联网，到处都能打开。
# %%
page = sandtable.Page(replay)
page
