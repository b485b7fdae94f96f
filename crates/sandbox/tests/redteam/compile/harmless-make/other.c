int other(void);
int other(void) { return 0; }
