// What the FC18 contest gave its players besides the interface.

#ifndef SANDTABLE_SDK_FC18_USER_TOOLBOX_H
#define SANDTABLE_SDK_FC18_USER_TOOLBOX_H

#include "definition.h"

// Values with keys, the greatest key on top. Only keys are compared.
template <typename Index, typename T>
class MaxHeap {
 public:
  MaxHeap() : m_added(0) {}

  void add(Index index, T value) {
    ++m_added;
    m_entries.push_back(pair<Index, T>(index, value));
    push_heap(m_entries.begin(), m_entries.end(), lower);
  }

  // The greatest key, with its value in `out`; -1 if there is none.
  Index getMax(T &out) {
    if (m_entries.empty()) return -1;
    out = m_entries.front().second;
    return m_entries.front().first;
  }

  // Drops the greatest key; false if there is none.
  bool removeMax() {
    if (m_entries.empty()) return false;
    pop_heap(m_entries.begin(), m_entries.end(), lower);
    m_entries.pop_back();
    return true;
  }

  // How many were ever added: in the contest's heap, too, removing did not make it smaller.
  size_t size() { return m_added; }

 private:
  static bool lower(const pair<Index, T> &a, const pair<Index, T> &b) { return a.first < b.first; }

  vector<pair<Index, T> > m_entries;
  size_t m_added;
};

#endif
