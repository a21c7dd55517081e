import Filter

/// `comment`.
struct CommentAction: MarkAction {
    let text: String

    static let entry = ActionEntry("comment", "T", "adds a comment to the flow") { reader throws(FilterError) in
        CommentAction(text: try reader.argument("a comment").text)
    }

    var clause: String { "adds the comment '\(text)'" }

    func mark(_ remarks: inout RuleRemarks) -> String {
        remarks.comments.append(text)
        return "The flow got a comment."
    }
}
