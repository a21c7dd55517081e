public import Flow

/// All notes about an exchange.
public enum Notes {
    /// Every family there is; a new one is a line here.
    public static var families: [any NoteSource.Type] {
        [
            URLNotes.self, MethodNotes.self, ExpectNotes.self, StatusNotes.self, DateNotes.self, ValidatorNotes.self,
            RangeNotes.self, NegotiationNotes.self, CORSNotes.self, CredentialNotes.self, ContentNotes.self,
            CompressionNotes.self, ConnectionNotes.self, CookieNotes.self, CacheNotes.self, RedirectNotes.self,
        ]
    }

    /// The notes of these families, the request's before the response's, each in the order of its bytes.
    public static func all(
        about exchange: FlowRecord, of families: [any NoteSource.Type] = families
    ) -> [Note] {
        var notes: [Note] = []
        for family in families { notes += family.notes(about: exchange) }
        return notes.enumerated().sorted { left, right in
            let (first, second) = (place(left.element), place(right.element))
            return first == second ? left.offset < right.offset : first < second
        }.map(\.element)
    }

    private static func place(_ note: Note) -> (Int, Int) {
        let message =
            switch note.message {
            case .request?: 0
            case .response?: 1
            case nil: 2
            }
        return (message, note.offset)
    }
}
