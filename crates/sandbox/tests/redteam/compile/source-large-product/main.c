/* A short text, a large file. */
char large[100 << 20] = { 1 };
int main(void) { return large[0]; }
