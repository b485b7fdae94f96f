/* The assembler complains about the file's lines, and shows them. */
__asm__(".include \"@SECRET@\"");
int main(void) { return 0; }
