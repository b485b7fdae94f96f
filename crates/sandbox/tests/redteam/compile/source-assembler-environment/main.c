/* The assembler reads files that have no size, too. */
__asm__(".include \"/proc/self/environ\"");
int main(void) { return 0; }
