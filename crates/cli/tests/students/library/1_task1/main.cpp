#include <iostream>
#include "console.h"
#include "field.h"
using namespace std;
int main() {
    Field field;
    if (field.load(cin)) field.display();
    else cout << "Failed to load map!" << endl;
    return 0;
}
