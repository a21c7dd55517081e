package import Flow

/// Writes flows in some form, one after another: as each is handed over, so that memory does not grow with their number
/// where the form allows it.
package protocol FlowExporter {
    /// What comes before the first flow.
    mutating func begin(_ output: ExportOutput)
    mutating func flow(_ flow: ExportedFlow, _ output: ExportOutput)
    /// Connections that the flows went over; told before the end.
    mutating func connections(_ connections: [ConnectionRecord])
    /// What comes after the last flow.
    mutating func end(_ output: ExportOutput)
    /// Why a flow is not in the export, as the end of a sentence that begins with `it`; nil when it is.
    func omission(of record: FlowRecord) -> String?
    /// What is missing of the flows that it took, a sentence each.
    var remarks: [String] { get }
}

extension FlowExporter {
    package mutating func begin(_ output: ExportOutput) {}
    package mutating func connections(_ connections: [ConnectionRecord]) {}
    package mutating func end(_ output: ExportOutput) {}
    package func omission(of record: FlowRecord) -> String? { nil }
    package var remarks: [String] { [] }
}
