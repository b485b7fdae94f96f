// A table of values with rows and columns that are checked.
#ifndef SANDTABLE_GRID_H
#define SANDTABLE_GRID_H

#include <deque>
#include <functional>
#include <initializer_list>
#include <string>
#include "error.h"
#include "gridlocation.h"
#include "sandtable_text.h"
#include "vector.h"

template <typename ValueType>
class Grid {
    typedef std::deque<ValueType> Store;

    template <typename GridType, typename Reference>
    class RowOf {
    public:
        RowOf(GridType* grid, int row) : grid(grid), row(row) {}
        Reference operator[](int col) const { return grid->at(row, col, "Grid::operator [][]"); }
        int size() const { return grid->numCols(); }

    private:
        GridType* grid;
        int row;
    };

public:
    typedef ValueType value_type;
    typedef RowOf<Grid, ValueType&> GridRow;
    typedef RowOf<const Grid, const ValueType&> GridRowConst;
    typedef typename Store::iterator iterator;
    typedef typename Store::const_iterator const_iterator;

    Grid() : rows(0), cols(0) {}
    Grid(int numRows, int numCols) : rows(0), cols(0) { resize(numRows, numCols); }
    Grid(int numRows, int numCols, const ValueType& value) : rows(0), cols(0) {
        resize(numRows, numCols);
        fill(value);
    }
    Grid(std::initializer_list<std::initializer_list<ValueType>> list) : rows((int)list.size()), cols(0) {
        for (const auto& row : list) {
            if (cols == 0) cols = (int)row.size();
            if ((int)row.size() != cols) error("Grid: the rows of the list have different lengths");
            store.insert(store.end(), row.begin(), row.end());
        }
    }

    int numRows() const { return rows; }
    int numCols() const { return cols; }
    int height() const { return rows; }
    int width() const { return cols; }
    int size() const { return rows * cols; }
    bool isEmpty() const { return rows == 0 || cols == 0; }
    void resize(int numRows, int numCols, bool retain = false) {
        if (numRows < 0 || numCols < 0) {
            error("Grid::resize: a grid of " + sandtable::number(numRows) + " x " + sandtable::number(numCols) +
                  " is not possible");
        }
        Store fresh((std::size_t)numRows * (std::size_t)numCols, ValueType());
        for (int row = 0; retain && row < numRows && row < rows; row++) {
            for (int col = 0; col < numCols && col < cols; col++) {
                fresh[(std::size_t)(row * numCols + col)] = store[(std::size_t)(row * cols + col)];
            }
        }
        store.swap(fresh);
        rows = numRows;
        cols = numCols;
    }
    void clear() { store.assign(store.size(), ValueType()); }
    void fill(const ValueType& value) { store.assign(store.size(), value); }

    bool inBounds(int row, int col) const { return row >= 0 && row < rows && col >= 0 && col < cols; }
    bool inBounds(const GridLocation& at) const { return inBounds(at.row, at.col); }
    const ValueType& get(int row, int col) const { return at(row, col, "Grid::get"); }
    const ValueType& get(const GridLocation& where) const { return get(where.row, where.col); }
    void set(int row, int col, const ValueType& value) { at(row, col, "Grid::set") = value; }
    void set(const GridLocation& where, const ValueType& value) { set(where.row, where.col, value); }
    ValueType& getAt(int row, int col) { return at(row, col, "Grid::getAt"); }
    void setAt(int row, int col, const ValueType& value) { set(row, col, value); }

    GridRow operator[](int row) {
        checkRow(row);
        return GridRow(this, row);
    }
    GridRowConst operator[](int row) const {
        checkRow(row);
        return GridRowConst(this, row);
    }
    ValueType& operator[](const GridLocation& where) { return at(where.row, where.col, "Grid::operator []"); }
    const ValueType& operator[](const GridLocation& where) const {
        return at(where.row, where.col, "Grid::operator []");
    }
    ValueType& operator()(int row, int col) { return at(row, col, "Grid::operator ()"); }
    const ValueType& operator()(int row, int col) const { return at(row, col, "Grid::operator ()"); }

    void mapAll(std::function<void(const ValueType&)> each) const {
        for (const ValueType& value : store) each(value);
    }
    Vector<GridLocation> locations() const {
        Vector<GridLocation> all;
        for (int row = 0; row < rows; row++) {
            for (int col = 0; col < cols; col++) all.add(GridLocation(row, col));
        }
        return all;
    }
    bool equals(const Grid& other) const { return *this == other; }
    bool operator==(const Grid& other) const {
        return rows == other.rows && cols == other.cols && store == other.store;
    }
    bool operator!=(const Grid& other) const { return !(*this == other); }
    std::string toString() const { return sandtable::textOf(*this); }

    iterator begin() { return store.begin(); }
    iterator end() { return store.end(); }
    const_iterator begin() const { return store.begin(); }
    const_iterator end() const { return store.end(); }

private:
    void checkRow(int row) const {
        if (row < 0 || row >= rows) {
            error("Grid::operator []: row " + sandtable::number(row) + " is outside the grid of " +
                  sandtable::number(rows) + " x " + sandtable::number(cols));
        }
    }
    void check(int row, int col, const char* who) const {
        if (!inBounds(row, col)) {
            error(std::string(who) + ": (" + sandtable::number(row) + ", " + sandtable::number(col) +
                  ") is outside the grid of " + sandtable::number(rows) + " x " + sandtable::number(cols));
        }
    }
    ValueType& at(int row, int col, const char* who) {
        check(row, col, who);
        return store[(std::size_t)(row * cols + col)];
    }
    const ValueType& at(int row, int col, const char* who) const {
        check(row, col, who);
        return store[(std::size_t)(row * cols + col)];
    }

    Store store;
    int rows;
    int cols;
};

template <typename T>
std::ostream& operator<<(std::ostream& out, const Grid<T>& grid) {
    out << '{';
    for (int row = 0; row < grid.numRows(); row++) {
        out << (row > 0 ? ", {" : "{");
        for (int col = 0; col < grid.numCols(); col++) {
            if (col > 0) out << ", ";
            sandtable::writeValue(out, grid.get(row, col));
        }
        out << '}';
    }
    return out << '}';
}

#endif
