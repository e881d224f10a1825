"""What Unicode and languages say about text: words and sentences. Every other package may use it."""
