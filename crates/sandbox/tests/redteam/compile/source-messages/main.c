/* A hundred thousand warnings. */
#define W _Pragma("GCC warning \"a line that nobody wants to read, but that somebody has to store\"")
#define A W W W W W W W W W W
#define B A A A A A A A A A A
#define C B B B B B B B B B B
#define D C C C C C C C C C C
D
int main(void) { return 0; }
