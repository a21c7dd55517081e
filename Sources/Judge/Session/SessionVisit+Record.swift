package import Flow

extension SessionVisit.Trace {
    /// What was recorded of a flow; times that were assumed are none.
    package init(_ record: FlowRecord, number: UInt64) {
        let start = record.isRecorded(.startTime) ? record.startedAt : nil
        let address = record.opening?.client ?? ""
        let host = address.lastIndex(of: ":").map { String(address[..<$0]) } ?? address
        self.init(
            number: number, client: host.isEmpty ? nil : host, start: start,
            end: record.isRecorded(.responseTime) ? record.responseReceivedAt : nil,
            finish: start.flatMap { start in record.duration.map { start + $0 } })
    }
}
