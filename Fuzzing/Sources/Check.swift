/// Ends the process with the sentence when the condition does not hold; `precondition` is silent in release builds.
/// libFuzzer then keeps the input.
func check(_ condition: @autoclosure () -> Bool, _ sentence: @autoclosure () -> String) {
    if !condition() { fatalError(sentence()) }
}
