/* The folder holds a link to the secret under a harmless name. */
#include "harmless.h"
