/// An object to which the driver of an exchange leaves one kind of its work, and which performs it on the same loop.
///
/// Each needs the other: the driver has its parts from its own beginning, so that none is looked for when it is used,
/// and names itself to them before it is used.
class DriverPart {
    private unowned var owner: ExchangeDriver?

    /// Called once, by the initializer of the driver.
    final func serve(_ driver: ExchangeDriver) { owner = driver }

    /// Whose part this is.
    final var driver: ExchangeDriver {
        guard let owner else { preconditionFailure("a part of a driver has none") }
        return owner
    }
}
