/// `skip-record`: no file has the flow.
struct SkipRecordAction: MarkAction {
    static let entry = ActionEntry("skip-record", "does not write the flow to files", SkipRecordAction())

    var clause: String { "does not write it to files" }

    func mark(_ remarks: inout RuleRemarks) -> String {
        remarks.isSkipped = true
        return "The flow is not written to files."
    }
}
