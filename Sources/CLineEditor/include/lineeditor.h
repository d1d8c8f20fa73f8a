#ifndef STOREDOCTOR_LINEEDITOR_H
#define STOREDOCTOR_LINEEDITOR_H
const char *storedoctor_line_editor_name(void);
#endif
