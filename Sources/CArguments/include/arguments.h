#ifndef CARGUMENTS_ARGUMENTS_H
#define CARGUMENTS_ARGUMENTS_H

/// The number of arguments with which the system started the program; 0 if it is unknown.
int carguments_count(void);

/// The argument at an index below the count.
const char *carguments_argument(int index);

#endif
