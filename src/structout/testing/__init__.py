"""What users and this package itself test parsers and models with."""
