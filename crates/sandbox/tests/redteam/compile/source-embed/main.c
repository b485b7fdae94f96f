/* A file as a list of numbers, in compilers that know how. */
static const char secret[] = {
#embed "@SECRET@"
};
int main(void) { return secret[0]; }
