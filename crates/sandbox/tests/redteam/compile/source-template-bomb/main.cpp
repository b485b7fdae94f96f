// Each type needs two others, none of which is the same.
template <int Depth, long Path> struct Tree {
    static constexpr long size = Tree<Depth - 1, 2 * Path>::size + Tree<Depth - 1, 2 * Path + 1>::size;
};
template <long Path> struct Tree<0, Path> {
    static constexpr long size = 1;
};
long leaves = Tree<40, 1>::size;
