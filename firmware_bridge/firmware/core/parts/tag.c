#include "parts/tag.h"

#include <string.h>

void tag_clear(struct tag *tag)
{
    memset(tag, 0, sizeof *tag);
}

bool tag_same(const struct tag *one, const struct tag *other)
{
    return one->length == other->length && memcmp(one->uid, other->uid, one->length) == 0;
}
