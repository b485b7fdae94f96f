#include <stdio.h>
int main(void) { return puts("int main(void) { return 0; }") < 0; }
