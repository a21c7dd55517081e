import Filter

/// The rows of other tables that a row of `flow` points to.
struct FlowLinks {
    var run: Int64?
    var request = MessageLinks()
    var response = MessageLinks()
    var clientTLS: Int64?
    var upstreamTLS: Int64?
    var parts: FlowParts = []
    /// The row that has the grams of its texts; 0 for none, so that any word may be in it.
    var search: Int64 = 0
    /// The list of what was changed.
    var changes: Int64?
    /// What checks find; nil: nobody has looked.
    var judgment: Judgment?

    /// What belongs to one message.
    struct MessageLinks {
        var edits: Int64?
        var body: Int64?
        /// Not all of the content was kept.
        var isCut = false
    }
}

extension FlowLinks {
    /// What a look at a whole flow tells, as columns of `flow` have it.
    struct Judgment {
        let worst: FilterValue
        let messages: FilterValue
        /// The list in `listed` of the notes.
        let notes: Int64?

        init(_ subject: FilterSubject, notes: Int64?) {
            worst = FilterFields.column("worst")?.value(of: subject) ?? .null
            messages = FilterFields.column("messages")?.value(of: subject) ?? .null
            self.notes = notes
        }

        /// Binds it in the row of a flow; nil: nobody has looked.
        static func bind(_ judgment: Judgment?, to row: Prepared) {
            guard let judgment else { return row.bind(FactColumn.unjudged.place, 0) }
            FactColumn.bind(judgment.worst, to: row, FactColumn.worst.place)
            FactColumn.bind(judgment.messages, to: row, FactColumn.messages.place)
            row.bind(FactColumn.notes.place, judgment.notes)
        }
    }
}
