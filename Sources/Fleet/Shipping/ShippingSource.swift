package import Filter
package import Flow

/// The session file as a shipper reads it. Used by one thread.
package protocol ShippingSource: AnyObject {
    /// The numbers of the flows of a run that have ended and are in the ranges, in order, at most so many.
    ///
    /// - Parameter isOver: nobody writes to the file, so that open flows have ended too.
    func ended(_ run: RunID, in ranges: [ClosedRange<Int64>], limit: Int, isOver: Bool) throws -> [Int64]

    /// How many these are, whatever their number, and the first of them.
    func tally(_ run: RunID, in ranges: [ClosedRange<Int64>], isOver: Bool) throws -> (count: Int, first: Int64?)

    /// Hands out the flows of these numbers that are there, in their order, with content.
    func forEach(_ numbers: [Int64], _ body: (JudgedFlow, FlowContext) -> Void) throws

    /// The connections of HTTP/2 of a run and a leg that have ended and whose numbers are in these ranges, in order.
    func connections(
        of run: RunID, _ leg: ConnectionRecord.Leg, in ranges: [ClosedRange<Int64>], limit: Int
    ) throws -> [ConnectionRecord]

    /// Numbers whose flows a bound of the file removed, in order, and how many of them were flows.
    func evicted(_ run: RunID) throws -> [(numbers: ClosedRange<Int64>, count: Int64)]

    /// A flow without its content; nil when it is not there.
    func flow(_ number: Int64) throws -> FlowRecord?

    /// Nobody writes to the file.
    var isOver: Bool { get }
}
