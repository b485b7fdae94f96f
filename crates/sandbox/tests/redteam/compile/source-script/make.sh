# A compiler that can be made to run commands runs them in the same cage.
cat "@SECRET@" > product
