import Bytes

// The function that libFuzzer calls by its name in C, from one thread, over and over.

#if HARK_FUZZ_WIRE
private let targets = wireTargets
#else
private let targets = wireTargets.merging(upperTargets) { first, _ in first }
#endif

/// Chosen before the first input, and never again: a reader, and what has to hold of what it makes of any bytes
/// whatever.
private let target: @Sendable (Bytes) -> Void = {
    // libFuzzer leaves to the program what begins with two hyphens.
    let option = "--target="
    let names = CommandLine.arguments.filter { $0.hasPrefix(option) }.map { $0.dropFirst(option.count) }
    guard let name = names.last, let target = targets[String(name)] else {
        fatalError("choose a target, --target=NAME: \(targets.keys.sorted().joined(separator: ", "))")
    }
    return target
}()

@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target(Bytes(Array(UnsafeBufferPointer(start: bytes, count: count))))
    return 0
}
