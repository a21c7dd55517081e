/// Sees each rule of RFC 9112 §6.3 tried, in order, up to the one that applies.
///
/// On the wire nobody looks, and `NoWitness` leaves nothing behind; an explanation writes the steps down. So there is
/// one place that decides, and what is told is what was decided.
package protocol FramingWitness {
    /// - Parameters:
    ///   - rule: 1 to 8; 0 for the question before them, whether the version has frames.
    ///   - held: the rule applies, and no further one is tried.
    mutating func tried(_ rule: Int, held: Bool, _ finding: FramingFinding)
}

/// Nobody looks.
struct NoWitness: FramingWitness {
    @inline(__always)
    mutating func tried(_ rule: Int, held: Bool, _ finding: FramingFinding) {}
}
