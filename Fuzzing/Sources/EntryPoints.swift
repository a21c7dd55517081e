import Bytes

// The two functions that libFuzzer calls by their names in C.

/// Chosen before the first input, and never again.
private let target: FuzzTarget = {
    // libFuzzer leaves to the program what begins with two hyphens.
    let option = "--target="
    let names = CommandLine.arguments.filter { $0.hasPrefix(option) }.map { $0.dropFirst(option.count) }
    guard let name = names.last, let target = FuzzTarget(rawValue: String(name)) else {
        let known = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
        fatalError("choose a target, --target=NAME: \(known)")
    }
    return target
}()

@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target.run(Bytes(Array(UnsafeBufferPointer(start: bytes, count: count))))
    return 0
}
