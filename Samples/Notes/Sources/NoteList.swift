import SwiftData
import SwiftUI

/// The notes with their tags. The tags are not prefetched, so each row of the list asks for its own.
struct NoteList: View {
  @Query(sort: \Note.createdAt, order: .reverse) private var notes: [Note]

  var body: some View {
    List(notes) { note in
      VStack(alignment: .leading) {
        Text(note.title)
        Text(note.tags.map(\.name).joined(separator: ", "))
      }
    }
  }
}
