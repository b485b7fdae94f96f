// 主程序：许
#include "stdafx.h"
#include <iostream>
#include "console.h"
// 许
#include "FIELD.H"
using namespace std;
int _tmain(int argc, _TCHAR* argv[]) {
    Field field;
    if (field.load(cin)) field.display();
    else cout << "Failed to load map!" << endl;
    return 0;
}
