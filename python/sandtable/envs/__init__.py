"""Environments for learners: Gymnasium for games of one seat, PettingZoo for the others.

| game | interface | made by |
|---|---|---|
| breach, goblins | Gymnasium | `gymnasium.make("sandtable/Breach-v0")`, `"sandtable/Goblins-v0"` |
| fc18 | PettingZoo AEC | `sandtable.envs.fc18_v0.env()` |
| deepblue | PettingZoo Parallel | `sandtable.envs.deepblue_v0.parallel_env()` |

They need `pip install 'sandtable[envs]'`.
"""
