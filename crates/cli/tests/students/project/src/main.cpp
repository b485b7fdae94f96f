#include <bits/stdc++.h>
#include "..\\src\\Field.h"
#include <simpio.h>
#include <hashmap.h>
#include <stack.h>
using namespace std;
int Main() {
    map<int, int> standard;
    set<string> seen;
    Map<string, Vector<int>> lists;
    lists["a"] += 1, 2, 3;
    HashMap<string, int> counts;
    foreach (string key in lists) counts[key] = lists[key].size();
    Stack<int> todo;
    todo.push(counts["a"]);
    Field field;
    if (todo.pop() == 3 && field.load(cin)) field.display();
    else cout << "Failed to load map!" << endl;
    return standard.size() + seen.size();
}
