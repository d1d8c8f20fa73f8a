import SwiftData
import SwiftUI

// storedoctor:ignore[n-plus-one] each row asks for its own tags: it shows what 'trace' finds
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
