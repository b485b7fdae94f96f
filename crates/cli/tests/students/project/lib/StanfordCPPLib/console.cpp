#include <QApplication>
int main() { return 1; }
