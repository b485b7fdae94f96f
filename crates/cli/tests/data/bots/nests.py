from talk import play

DEEP = "[" * 124 + "]" * 124
RAW = '{"$serde_json::private::RawValue": %s}'
ORDERS = ", ".join([DEEP, RAW % '"[[["', RAW % ('"%s"' % DEEP), "1e999", '{"order": "end"}'])

play(1, lambda turn: print('{"turn": %d, "orders": [%s]}' % (turn, ORDERS), flush=True))
