// The compiler calculates, for as long as one evaluation may last, again and again.
template <int Nth> constexpr unsigned long work() {
    unsigned long sum = Nth;
    for (int i = 0; i < 200000; i++)
        sum = sum * 6364136223846793005UL + 1442695040888963407UL;
    return sum;
}
template <int Count> constexpr unsigned long all() {
    constexpr unsigned long here = work<Count>();
    if constexpr (Count == 0)
        return here;
    else
        return here ^ all<Count - 1>();
}
unsigned long result = all<800>();
