import Filter

/// `tag`.
struct TagAction: MarkAction {
    let name: String

    static let entry = ActionEntry("tag", "NAME", "adds a tag to the flow") { reader throws(FilterError) in
        TagAction(name: try reader.argument("a name").text)
    }

    var clause: String { "adds the tag '\(name)'" }

    func mark(_ remarks: inout RuleRemarks) -> String {
        remarks.tags.append(name)
        return "The flow got the tag '\(name)'."
    }
}
