#!/bin/sh
# Makes one small store for each verdict of 'diagnose', from the samples, in Samples/Broken or in the
# folder given. Each stands in a folder named after its verdict; where the app's models must differ
# from those of Samples/Notes/Sources, they lie beside it in 'Sources'.
set -eu
samples=$(cd "$(dirname "$0")/../Samples" && pwd)
folder=${1:-$samples/Broken}
notes=$samples/Notes
command -v sqlite3 > /dev/null || { echo "'sqlite3' is missing: run Scripts/install-packages.sh"; exit 1; }
[ ! -e "$folder" ] || { echo "'$folder' is there already: remove it first"; exit 1; }

# store VERDICT [SAMPLE]: the path of the verdict's store; a copy of a sample if one is named.
store() {
  mkdir -p "$folder/$1"
  [ $# -lt 2 ] || cp "$samples/$2" "$folder/$1/notes.store"
  echo "$folder/$1/notes.store"
}
# sources VERDICT: a copy of the notes' models, to be changed.
sources() { cp -R "$notes/Sources" "$folder/$1/Sources"; echo "$folder/$1/Sources"; }
# edit FILE EXPRESSION
edit() { sed "$2" "$1" > "$1.new" && ! cmp -s "$1" "$1.new" && mv "$1.new" "$1"; }

# older_sources VERDICT: the notes' models without the newest version.
older_sources() {
  models=$(sources "$1")
  rm "$models/NotesSchemaV2.swift"
  edit "$models/NotesMigrationPlan.swift" '/static let fillLevel/,/^  )/d; s/, fillLevel//
    s/, NotesSchemaV2.self//; s/NotesSchemaV2/NotesSchemaV1_1/'
  echo "$models"
}

printf 'not a store\n' > "$(store notAStore)"
printf '%s\n' '<?xml version="1.0"?><!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">' \
  '<database><databaseInfo></databaseInfo></database>' > "$(store otherFormat)"
LC_ALL=C awk 'BEGIN {
  for (s = 1; n < 40960; n++) { s = (s * 16807) % 2147483647; printf "%c", int(s / 8388608) }
}' > "$(store encrypted)"
head -c 20000 "$notes/notes-2.0.0.store" > "$(store damaged)"

# The log holds the last transaction; only the file and its shared memory were backed up.
whole=$(store missingSideFiles Notes/notes-2.0.0.store)
backup=$folder/missingSideFiles/backup
sqlite3 "$whole" > /dev/null <<SQL
PRAGMA journal_mode = WAL;
PRAGMA wal_autocheckpoint = 0;
UPDATE ZNOTE SET ZISPINNED = 1;
.shell cp "$whole" "$backup"; cp "$whole-shm" "$backup-shm"
SQL
rm -f "$whole-wal" "$whole-shm"
mv "$backup" "$whole"
mv "$backup-shm" "$whole-shm"

# The metadata are of the next version, the tables are not.
sqlite3 "$(store halfMigrated Notes/notes-1.0.0.store)" <<SQL
ATTACH '$notes/notes-1.1.0.store' AS new;
UPDATE Z_METADATA SET (Z_VERSION, Z_UUID, Z_PLIST) =
  (SELECT Z_VERSION, Z_UUID, Z_PLIST FROM new.Z_METADATA);
UPDATE Z_MODELCACHE SET Z_CONTENT = (SELECT Z_CONTENT FROM new.Z_MODELCACHE);
SQL

store anotherApp Music/music.store > /dev/null

store newerThanApp Notes/notes-2.0.0.store > /dev/null
models=$(sources newerThanApp)
rm "$models/NotesSchemaV2.swift" "$models/NotesMigrationPlan.swift"

store editedAfterShipping Notes/notes-2.0.0.store > /dev/null
models=$(sources editedAfterShipping)
edit "$models/NotesSchemaV2.swift" 's/var isPinned: Bool/var color = 0; var isPinned: Bool/'

store unknownVersion Notes/notes-1.1.0.store > /dev/null
models=$(sources unknownVersion)
rm "$models/NotesSchemaV1_1.swift" "$models/NotesMigrationPlan.swift"

store planIncomplete Notes/notes-1.0.0.store > /dev/null
models=$(sources planIncomplete)
edit "$models/NotesMigrationPlan.swift" \
  's/NotesSchemaV1.self, NotesSchemaV1_1.self/NotesSchemaV1_1.self/; s/\[addLevel, fillLevel\]/[fillLevel]/'

# Two notes with one title, which the next version makes unique.
sqlite3 "$(store dataBlocksMigration Notes/notes-1.0.0.store)" "UPDATE ZNOTE SET ZTITLE = 'same'"
models=$(older_sources dataBlocksMigration)
edit "$models/NotesSchemaV1_1.swift" 's/var title: String$/@Attribute(.unique) var title: String/'

# Without the line that says that the loss is meant.
store losesData Notes/notes-1.0.0.store > /dev/null
models=$(sources losesData)
edit "$models/NotesSchemaV2.swift" '/storedoctor:ignore\[property-dropped\]/d'

# A new note would get a key that is taken.
sqlite3 "$(store faultyData Notes/notes-2.0.0.store)" \
  "UPDATE Z_PRIMARYKEY SET Z_MAX = 0 WHERE Z_NAME = 'Note'"

store opensAfterMigration Notes/notes-1.0.0.store > /dev/null
older_sources opensAfterMigration > /dev/null

store opens Notes/notes-2.0.0.store > /dev/null

echo "made $(ls "$folder" | wc -l | tr -d ' ') stores in '$folder'; ask about each with"
echo "  storedoctor diagnose STORE --model Samples/Notes/Sources, or its own 'Sources'"
