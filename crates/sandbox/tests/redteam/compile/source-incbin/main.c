/* The assembler puts a file into the program as it is. */
__asm__(".section .rodata\n.globl secret\nsecret:\n.incbin \"@SECRET@\"\n.previous\n");
extern const char secret[];
int main(void) { return secret[0]; }
