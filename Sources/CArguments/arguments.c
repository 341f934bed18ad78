#include "arguments.h"

#include <stdlib.h>

static int count = 0;
static char **arguments = 0;

// Swift reads the arguments from /proc on Linux, which may be missing. These C libraries also pass
// them to the functions that they call before main.
#if defined(__GLIBC__) || defined(__APPLE__)
__attribute__((constructor)) static void keep(int argc, char **argv) {
  count = argc;
  arguments = argv;
}
#endif

int carguments_count(void) { return count; }

const char *carguments_argument(int index) { return arguments[index]; }
