// 主程序：许
#include <iostream>
#include "console.h"
// 许
#include "FIELD.H"
using namespace std;
int main() {
    Field field;
    if (field.load(cin)) field.display();
    else cout << "Failed to load map!" << endl;
    return 0;
}
